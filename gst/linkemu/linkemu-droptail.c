/* linkemu-droptail.c: refuse what does not fit, never touch what is inside */
#include "linkemu-aqm.h"

static LinkEmuVerdict
droptail_enqueue (const LinkEmuQueueView * queue, uint32_t size, int64_t now)
{
  (void) now;

  /* Otherwise a limit below one packet would close the link for good. */
  if (queue->link_idle)
    return LINKEMU_PASS;
  return queue->bytes + size > queue->limit_bytes ? LINKEMU_DROP : LINKEMU_PASS;
}

static LinkEmuVerdict
droptail_dequeue (const LinkEmuQueueView * queue, uint32_t size,
    int64_t sojourn, int64_t now)
{
  (void) queue;
  (void) size;
  (void) sojourn;
  (void) now;

  return LINKEMU_PASS;
}

const LinkEmuAqmOps linkemu_droptail_ops = {
  .name = "droptail",
  .enqueue = droptail_enqueue,
  .dequeue = droptail_dequeue,
};
