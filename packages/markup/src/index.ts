export { listNewLinks, sitemapSteps, withoutFragment } from './page-links.ts'
export { type MarkupReader, markupSteps, readMarkup } from './read-markup.ts'
export { pageSteps, readPage } from './read-page.ts'
export { selectionSteps } from './select-page.ts'
