/* SPDX-FileCopyrightText: 2026 The gst-scream authors */
/* SPDX-License-Identifier: LGPL-2.1-or-later */
// Stills are enlarged one in the place of the other, so that the eye sees what changes.
(() => {
  const large = document.querySelector('dialog.large');
  const [picture, said] = [large.querySelector('img'), large.querySelector('p')];
  let row = [], place = 0;

  function show(next) {
    place = (next + row.length) % row.length;
    const image = row[place].querySelector('img');
    [picture.src, picture.alt] = [image.src, image.alt];
    said.textContent = image.alt;
    if (!large.open) large.showModal();
  }

  for (const stills of document.querySelectorAll('.stills')) {
    const all = [...stills.querySelectorAll('figure')];
    all.forEach((each, number) => each.querySelector('button').addEventListener('click', () => {
      row = all;
      show(number);
    }));
  }
  for (const button of large.querySelectorAll('button')) {
    const step = Number(button.dataset.step);
    button.addEventListener('click', () => step ? show(place + step) : large.close());
  }
  picture.addEventListener('click', () => show(place + 1));
  large.addEventListener('keydown', event => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    show(place + step);
  });
})();
