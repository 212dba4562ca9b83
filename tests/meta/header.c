/* header.c: HEADER compiles alone, and twice; also as C++ */
#include HEADER
#include HEADER

int
main (void)
{
  return 0;
}
