/** When a page counts as there: by what the browser heard of it, or once it asks for nothing any more for half a second. */
export type PageMoment = 'commit' | 'domcontentloaded' | 'load' | 'networkidle0' | 'networkidle2'

/** A page that a browser shall open. */
export interface PageRequest {
  /** Of http or https. */
  url: string
  waitUntil: PageMoment
  /** Waits until there is an element for this CSS selector, too. */
  waitForSelector?: string
  /** The element that is read; the body without it. */
  selector?: string
}

/** What a browser shows, once scripts have run. */
export interface PageContent {
  /** Where it is in the end. */
  url: string
  /** HTML inside of the element that was asked for; empty where there is no such element. */
  markup: string
  /** Addresses that the whole page links to. */
  links: string[]
}
