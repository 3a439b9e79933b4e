#include <stdio.h>

int main(void)
{
    int *volatile nowhere = NULL;
    printf("What is your name? ");
    char name[100];
    scanf("%99s", name);
    printf("Hello, %s!\n", name);
    return *nowhere;
}
