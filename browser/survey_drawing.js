// Finds what a drawing shows. In dyncrawl.drawing.
(() => {
  const lib = (globalThis.dyncrawl ??= {});

  const COLUMNS = 96; // that a drawing is looked at in
  const LEAST = 6; // of these cells that a figure has
  const MOST = 24; // figures, the largest

  // cells returns the colours of a drawing and of those that lie over it, in coarse
  // steps, row by row; -1 where nothing is drawn. It is null where that cannot be read.
  function cells(canvas) {
    const width = Math.min(COLUMNS, canvas.width), height = Math.round((width * canvas.height) / canvas.width);
    if (!(width > 0 && height > 0 && height <= 2 * COLUMNS)) return null;
    const small = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    small.imageSmoothingEnabled = false;
    try {
      for (const layer of canvas.parentElement?.querySelectorAll('canvas') ?? [canvas]) {
        if (layer.width === canvas.width && layer.height === canvas.height) small.drawImage(layer, 0, 0, width, height);
      }
      const { data } = small.getImageData(0, 0, width, height), colours = new Int16Array(width * height);
      for (let i = 0; i < colours.length; i++) {
        const [r, g, b, a] = data.subarray(4 * i, 4 * i + 4);
        colours[i] = a < 128 ? -1 : ((r >> 4) << 8) | ((g >> 4) << 4) | (b >> 4);
      }
      return { colours, width, height };
    } catch {
      return null; // it shows pictures of another site
    }
  }

  // figures returns where a drawing shows something of one colour, as shares of its
  // width and height, the largest first: bars, slices, buttons. The ground is none.
  function figures(canvas) {
    const drawing = cells(canvas);
    if (!drawing) return [];
    const { colours, width, height } = drawing, seen = new Uint8Array(colours.length), found = [];
    for (let first = 0; first < colours.length; first++) {
      if (seen[first]) continue;
      const area = [first];
      seen[first] = 1;
      for (let n = 0; n < area.length; n++) {
        const at = area[n], x = at % width;
        for (const next of [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width]) {
          if (next >= 0 && next < colours.length && !seen[next] && colours[next] === colours[first]) {
            seen[next] = 1;
            area.push(next);
          }
        }
      }
      if (area.length >= LEAST) found.push({ area, drawn: colours[first] >= 0 });
    }
    found.sort((a, b) => b.area.length - a.area.length);
    return found.slice(1).filter((f) => f.drawn).slice(0, MOST).map((f) => middle(f.area, width, height));
  }

  // middle returns the cell of an area that is next to its middle.
  function middle(area, width, height) {
    const mean = (of) => area.reduce((sum, at) => sum + of(at), 0) / area.length;
    const x = mean((at) => at % width), y = mean((at) => Math.floor(at / width));
    const far = (at) => Math.hypot((at % width) - x, Math.floor(at / width) - y);
    const next = area.reduce((best, at) => (far(at) < far(best) ? at : best));
    return { x: ((next % width) + 0.5) / width, y: (Math.floor(next / width) + 0.5) / height };
  }

  lib.drawing = { figures };
})();
