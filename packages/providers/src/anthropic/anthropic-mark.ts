/** Rays from one point: the mark of Anthropic's nodes, drawn for this product. */
export const ANTHROPIC_MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" ' +
  'stroke-linecap="round"><path d="M12 3v5M12 16v5M3 12h5M16 12h5M5.6 5.6l3.6 3.6M14.8 14.8l3.6 3.6M18.4 5.6l-3.6 3.6' +
  'M9.2 14.8l-3.6 3.6"/></svg>'
