/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* fading.h: fast fading of a radio link, EPA delay profile with Jakes' spectrum
 *
 * A table over time and frequency is computed once from the power-delay
 * profile; each link (ordered pair of ends) reads it from a place of its own.
 * The Doppler shifts are whole multiples of 1 / the table's length, so that
 * the table continues into its own start without a jump.
 */
#ifndef EVALUATION_FADING_H
#define EVALUATION_FADING_H

#include <ns3/core-module.h>
#include <ns3/mobility-module.h>
#include <ns3/spectrum-propagation-loss-model.h>

#include <map>
#include <utility>
#include <vector>

namespace evaluation
{
class EpaFading:public ns3::SpectrumPropagationLossModel
{
public:
  static ns3::TypeId GetTypeId ();

private:
  using Link = std::pair < const ns3::MobilityModel *,
      const ns3::MobilityModel * >;

  ns3::Ptr < ns3::SpectrumValue > DoCalcRxPowerSpectralDensity (
      ns3::Ptr < const ns3::SpectrumSignalParameters > params,
      ns3::Ptr < const ns3::MobilityModel > a,
      ns3::Ptr < const ns3::MobilityModel > b) const override;
  void NotifyConstructionCompleted () override;
  void AddTap (double delay, double power,
      std::vector < float >&re, std::vector < float >&im);

  double m_speed;               /* m/s */
  double m_carrier;             /* Hz */
  uint32_t m_blocks;            /* resource blocks */
  int64_t m_stream;
  ns3::Ptr < ns3::UniformRandomVariable > m_random;
  std::vector < float >m_gain;  /* of power: [ms][resource block] */
  mutable std::map < Link, uint32_t > m_start;  /* ms */
};
}
#endif
