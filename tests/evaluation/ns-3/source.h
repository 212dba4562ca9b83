/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* source.h: models of a camera and its encoder
 *
 * A source is asked for one frame after another and told what the rate
 * control wants; it obeys with the lag of an encoder.  Sizes are bytes of RTP
 * packets, headers counted, as in the published evaluations.
 */
#ifndef SOURCE_H
#define SOURCE_H

#include <ns3/core-module.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace evaluation
{
struct SourceConfig
{
  std::string kind = "uniform"; /* uniform, cbr, rfc8593, trace, model */
  double minRate = 150e3;       /* bit/s */
  double maxRate = 1.5e6;
  double lag = 0.1;             /* s until a new target takes effect */
  double fps = 30;
  std::string trace;            /* file of frame sizes, kind trace */
  std::string encoder;          /* its name, kind model */
  int64_t stream = 0;           /* of random numbers; uses the next two */
};

struct Frame
{
  uint32_t bytes;
  double interval;              /* s until the next one */
};

class VideoSource
{
public:
  virtual ~ VideoSource () = default;
  /* @target: bit/s, what the rate control says at @now (s). */
  Frame Next (double target, double now);
  /* A frame was not encoded. */
  double Interval () const
  {
    return 1 / m_config.fps;
  }

protected:
  explicit VideoSource (const SourceConfig & config);
  virtual Frame Make (double rate) = 0;

  SourceConfig m_config;
  ns3::Ptr < ns3::UniformRandomVariable > m_uniform;

private:
  double Lagged (double target, double now);

  std::deque < std::pair < double, double >> m_targets;
};

std::unique_ptr < VideoSource > MakeSource (const SourceConfig & config);

/* How a frame becomes packets: full ones and a rest, or equal ones. */
std::vector < uint32_t > Packetise (uint32_t bytes, uint32_t mtu, bool equal);
}
#endif
