/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "source.h"

#include "tests/check/libs/rtpcc/encodermodel.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <stdexcept>

using namespace ns3;

namespace evaluation
{
/* RTP header and a byte */
constexpr uint32_t MIN_PACKET = 13;

VideoSource::VideoSource (const SourceConfig & config)
  :m_config (config), m_uniform (CreateObject < UniformRandomVariable > ())
{
  m_uniform->SetStream (config.stream);
}

double
VideoSource::Lagged (double target, double now)
{
  double lagged;

  m_targets.emplace_back (now, target);
  while (m_targets.size () > 1 && m_targets[1].first <= now - m_config.lag)
    m_targets.pop_front ();
  lagged = m_targets.front ().second;
  return std::clamp (lagged, m_config.minRate, m_config.maxRate);
}

Frame
VideoSource::Next (double target, double now)
{
  return Make (Lagged (target, now));
}

/* Frame sizes uniform within a part of their mean, 10 % of the source of the published
 * baselines. */
class UniformSource:public VideoSource
{
public:
  UniformSource (const SourceConfig & config, double part)
    :VideoSource (config), m_part (part)
  {
  }

private:
  Frame Make (double rate) override
  {
    double bytes = rate / 8 / m_config.fps
        * m_uniform->GetValue (1 - m_part, 1 + m_part);

    return {(uint32_t) bytes, 1 / m_config.fps};
  }

  double m_part;
};

/* RFC 8593 section 4: Laplace distributed sizes and intervals, and a
 * transient of K_d frames after a large change, its first frame big. */
class StatisticalSource:public VideoSource
{
public:
  explicit StatisticalSource (const SourceConfig & config):VideoSource (config)
  {
  }

private:
  /* RFC 8593 section 4.2, table 2: examples for 720p at 30 Hz */
  static constexpr double SCALE = 0.15;
  static constexpr int K_D = 8;
  static constexpr double K_B = 13500;
  /* RFC 8593 section 6: more is a transient. */
  static constexpr double BIG_CHANGE = 0.1;

  double Laplace ()
  {
    double u = m_uniform->GetValue (-0.5, 0.5);
    double x = -SCALE * std::copysign (std::log (1 - 2 * std::abs (u)), u);

    return std::clamp (x, -0.9, 2.0);
  }

  Frame Make (double rate) override
  {
    double mean = rate / 8 / m_config.fps;
    double bytes = mean * (1 + Laplace ());
    double interval = (1 + Laplace ()) / m_config.fps;

    if (m_last > 0 && rate > m_last * (1 + BIG_CHANGE))
      m_transient = K_D;
    m_last = rate;
    if (m_transient > 0)
      bytes *= TransientFactor (mean);
    return {(uint32_t) bytes, interval};
  }

  /* The first frame is K_B (at most half of the transient), the others share
   * what is left, so that the mean over the transient is the target. */
  double TransientFactor (double mean)
  {
    double first = std::min (K_B / mean, K_D / 2.0);

    return m_transient-- == K_D ? first : (K_D - first) / (K_D - 1);
  }

  double m_last = 0;
  int m_transient = 0;
};

/* RFC 8593 section 5: sizes of a real encoder's frames at a ladder of rates,
 * interpolated; looped without the first frames. */
class TraceSource:public VideoSource
{
public:
  explicit TraceSource (const SourceConfig & config):VideoSource (config)
  {
    std::ifstream file (config.trace);
    double rate;
    size_t n;

    while (file >> rate >> n) {
      std::vector < double >sizes (n);

      for (double &size:sizes)
        file >> size;
      m_ladder[rate] = sizes;
    }
    if (m_ladder.empty () || m_ladder.begin ()->second.size () <= SKIP)
      throw std::runtime_error ("no frame sizes in " + config.trace);
    m_index = (size_t) m_uniform->GetInteger (SKIP,
        (uint32_t) m_ladder.begin ()->second.size () - 1);
  }

private:
  /* RFC 8593 section 5.1, SkipFrames */
  static constexpr size_t SKIP = 20;

  Frame Make (double rate) override
  {
    auto above = m_ladder.lower_bound (rate);
    double bytes;

    if (above == m_ladder.begin ())
      bytes = Size (above->second) * rate / above->first;
    else if (above == m_ladder.end ()) {
      --above;
      bytes = Size (above->second) * rate / above->first;
    } else {
      auto below = std::prev (above);
      double part = (rate - below->first) / (above->first - below->first);

      bytes = (1 - part) * Size (below->second) + part * Size (above->second);
    }
    if (++m_index >= m_ladder.begin ()->second.size ())
      m_index = SKIP;
    return {(uint32_t) bytes, 1 / m_config.fps};
  }

  double Size (const std::vector < double >&sizes) const
  {
    return sizes[std::min (m_index, sizes.size () - 1)];
  }

  std::map < double, std::vector < double >>m_ladder;
  size_t m_index;
};

/* A model of a real encoder, on films that begin anywhere.  It has a lag of its own. */
class ModelSource:public VideoSource
{
public:
  explicit ModelSource (const SourceConfig & config):VideoSource (config)
  {
    auto kind = encoder_model_find (config.encoder.c_str ());

    if (kind == nullptr)
      throw std::runtime_error ("no model of the encoder " + config.encoder);
    m_config.lag = 0;
    encoder_model_init (&m_model, &kind->params);
    m_picture = m_uniform->GetInteger (0, 999);
  }

private:
  Frame Make (double rate) override
  {
    double bytes = encoder_model_next (&m_model, rate, m_config.fps,
        encoder_model_difficulty (m_picture++));

    return {(uint32_t) bytes, 1 / m_config.fps};
  }

  EncoderModel m_model;
  unsigned m_picture;
};

std::unique_ptr < VideoSource > MakeSource (const SourceConfig & config)
{
  if (config.kind == "rfc8593")
    return std::make_unique < StatisticalSource > (config);
  if (config.kind == "model")
    return std::make_unique < ModelSource > (config);
  if (config.kind == "trace")
    return std::make_unique < TraceSource > (config);
  return std::make_unique < UniformSource > (config, config.kind == "cbr" ? 0 : 0.1);
}

std::vector < uint32_t > Packetise (uint32_t bytes, uint32_t mtu, bool equal)
{
  uint32_t n = std::max (1u, (bytes + mtu - 1) / mtu);
  std::vector < uint32_t > sizes;

  for (uint32_t i = 0; i < n; i++) {
    uint32_t size = equal ? bytes * (i + 1) / n - bytes * i / n
        : std::min (mtu, bytes - i * mtu);

    sizes.push_back (std::max (size, MIN_PACKET));
  }
  return sizes;
}
}
