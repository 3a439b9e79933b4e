name = input("What is your name? ")
print(f"Hello, {name}!")
print(f"Your name has {len(name)} letters.")
