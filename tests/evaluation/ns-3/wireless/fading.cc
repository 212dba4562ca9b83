/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "fading.h"

#include <ns3/spectrum-signal-parameters.h>
#include <ns3/spectrum-value.h>

#include <cmath>

using namespace ns3;

namespace evaluation
{
NS_OBJECT_ENSURE_REGISTERED (EpaFading);

constexpr uint32_t TABLE_MS = 20000;
constexpr double BLOCK_HZ = 180e3;
constexpr double LIGHT = 299792458;
constexpr int SINUSOIDS = 32;

/* Extended pedestrian A, 3GPP TS 36.104 table B.2-2 */
static const struct
{
  double ns, db;
} TAPS[] = { {0, 0}, {30, -1}, {70, -2}, {90, -3}, {110, -8}, {190, -17.2},
{410, -20.8}
};

TypeId
EpaFading::GetTypeId ()
{
  static TypeId tid = TypeId ("evaluation::EpaFading")
      .SetParent < SpectrumPropagationLossModel > ()
      .AddConstructor < EpaFading > ()
      .AddAttribute ("Speed", "Of the mobile user, m/s", DoubleValue (3 / 3.6),
      MakeDoubleAccessor (&EpaFading::m_speed), MakeDoubleChecker < double >())
      .AddAttribute ("Carrier", "Frequency, Hz", DoubleValue (2e9),
      MakeDoubleAccessor (&EpaFading::m_carrier),
      MakeDoubleChecker < double >())
      .AddAttribute ("Blocks", "Resource blocks of the cell", UintegerValue (50),
      MakeUintegerAccessor (&EpaFading::m_blocks),
      MakeUintegerChecker < uint32_t > ())
      .AddAttribute ("Stream", "Of random numbers", IntegerValue (1),
      MakeIntegerAccessor (&EpaFading::m_stream),
      MakeIntegerChecker < int64_t > ());
  return tid;
}

void
EpaFading::NotifyConstructionCompleted ()
{
  std::vector < float >re (TABLE_MS * m_blocks), im (re.size ());
  double total = 0;

  SpectrumPropagationLossModel::NotifyConstructionCompleted ();
  m_random = CreateObject < UniformRandomVariable > ();
  m_random->SetStream (m_stream);
  for (auto & tap:TAPS)
    total += std::pow (10, tap.db / 10);
  for (auto & tap:TAPS)
    AddTap (tap.ns * 1e-9, std::pow (10, tap.db / 10) / total, re, im);
  m_gain.resize (re.size ());
  for (size_t i = 0; i < re.size (); i++)
    m_gain[i] = re[i] * re[i] + im[i] * im[i];
}

/* One tap: a sum of sinusoids in time, turned by its delay in frequency. */
void
EpaFading::AddTap (double delay, double power, std::vector < float >&re,
    std::vector < float >&im)
{
  double doppler = m_speed * m_carrier / LIGHT;
  double length = TABLE_MS * 1e-3;
  double omega[SINUSOIDS], phase[SINUSOIDS];
  std::vector < double >c (m_blocks), s (m_blocks);

  for (int i = 0; i < SINUSOIDS; i++) {
    double shift = doppler * std::cos (m_random->GetValue (0, 2 * M_PI));

    omega[i] = 2 * M_PI * std::round (shift * length) / length;
    phase[i] = m_random->GetValue (0, 2 * M_PI);
  }
  for (uint32_t b = 0; b < m_blocks; b++) {
    double turn = -2 * M_PI * (b - (m_blocks - 1) / 2.0) * BLOCK_HZ * delay;

    c[b] = std::cos (turn);
    s[b] = std::sin (turn);
  }
  for (uint32_t t = 0; t < TABLE_MS; t++) {
    double x = 0, y = 0, scale = std::sqrt (power / SINUSOIDS);

    for (int i = 0; i < SINUSOIDS; i++) {
      x += std::cos (omega[i] * t * 1e-3 + phase[i]);
      y += std::sin (omega[i] * t * 1e-3 + phase[i]);
    }
    for (uint32_t b = 0; b < m_blocks; b++) {
      re[t * m_blocks + b] += (float) (scale * (x * c[b] - y * s[b]));
      im[t * m_blocks + b] += (float) (scale * (x * s[b] + y * c[b]));
    }
  }
}

Ptr < SpectrumValue >
    EpaFading::DoCalcRxPowerSpectralDensity (
    Ptr < const SpectrumSignalParameters > params,
    Ptr < const MobilityModel > a, Ptr < const MobilityModel > b) const
{
  Ptr < SpectrumValue > psd = Copy < SpectrumValue > (params->psd);
  Link link (PeekPointer (a), PeekPointer (b));
  auto start = m_start.find (link);
  const float *gain;

  if (start == m_start.end ())
    start = m_start.emplace (link, m_random->GetInteger (0,
            TABLE_MS - 1)).first;
  gain = &m_gain[(start->second + Simulator::Now ().GetMilliSeconds ())
      % TABLE_MS * m_blocks];
  for (auto value = psd->ValuesBegin (); value != psd->ValuesEnd (); ++value)
    *value *= *gain++;
  return psd;
}
}
