/** A rosette of three rings: the mark of OpenAI's nodes, drawn for this product. */
export const OPENAI_MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8">' +
  '<rect x="8" y="3" width="8" height="18" rx="4"/>' +
  '<rect x="8" y="3" width="8" height="18" rx="4" transform="rotate(60 12 12)"/>' +
  '<rect x="8" y="3" width="8" height="18" rx="4" transform="rotate(120 12 12)"/></svg>'
