/* linkemu-aqm.h: who decides what the queue drops or marks
 *
 * Asked when a packet comes, and again when it has reached the head and the
 * link could take it: then its time in the queue is known.
 */
#ifndef LINKEMU_AQM_H
#define LINKEMU_AQM_H

#include "linkemu.h"

typedef enum
{
  LINKEMU_PASS,
  LINKEMU_MARK,                 /* pass, marked CE */
  LINKEMU_DROP,
} LinkEmuVerdict;

/* The queue without the packet that is asked about. */
typedef struct
{
  uint64_t packets, bytes;
  uint64_t limit_bytes;         /* UINT64_MAX: none */
  bool link_idle;               /* nothing on the link and nothing waits */
} LinkEmuQueueView;

typedef struct
{
  const char *name;
  LinkEmuVerdict (*enqueue) (const LinkEmuQueueView * queue, uint32_t size,
      int64_t now);
  LinkEmuVerdict (*dequeue) (const LinkEmuQueueView * queue, uint32_t size,
      int64_t sojourn, int64_t now);
} LinkEmuAqmOps;

extern const LinkEmuAqmOps linkemu_droptail_ops;

/* linkemu_new is this with drop-tail. */
LinkEmu *linkemu_new_with_aqm (const LinkEmuConfig * config,
    const LinkEmuAqmOps * aqm, int64_t now);

#endif /* LINKEMU_AQM_H */
