/** A crescent and a star: the mark of Moonshot's nodes, drawn for this product. */
export const MOONSHOT_MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" ' +
  'stroke-linecap="round" stroke-linejoin="round"><path d="M19 14.5A8 8 0 1 1 10.5 4a6.5 6.5 0 0 0 8.5 10.5z"/>' +
  '<path d="M17 3v4M15 5h4"/></svg>'
