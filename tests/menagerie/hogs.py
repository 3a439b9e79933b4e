"""Takes more and more memory, and waits for it to be noticed."""
name = input("What is your name? ")
hoard = []
while True:
    hoard.append(bytearray(b"x" * (64 << 20)))
