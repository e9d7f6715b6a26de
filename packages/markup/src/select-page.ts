import { type MarkupReader, markupSteps } from './read-markup.ts'
import { PageReader } from './read-page.ts'

/** An element as selectors see it. */
class Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  #classes: ReadonlySet<string> | undefined

  constructor(name: string, attributes: Readonly<Record<string, string>>) {
    this.name = name
    this.attributes = attributes
  }

  /** Read once: a page may write as many as it likes. */
  get classes(): ReadonlySet<string> {
    this.#classes ??= new Set((this.attributes.class ?? '').split(/\s+/))
    return this.#classes
  }
}

/** What one step of a selector wants of an element, and whether the step before it must be its parent. */
interface Step {
  wants: ((element: Element) => boolean)[]
  isChild: boolean
}

/** A step among those of all selectors: the one before it is that of its own selector, where it is not the first of it. */
interface PlacedStep extends Step {
  isFirst: boolean
  isLast: boolean
}

/** Which steps an open element is the end of, and which it or one around it is: a number for each step. */
interface Reached {
  here: Uint8Array
  around: Uint8Array
}

/** Elements that have no end. */
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
/** Deeper ones are not told apart: hostile pages are as deep as they are long. */
const DEEPEST = 300
const LONGEST = 500

/**
 * Reads the text of the elements of a page that a selector of CSS picks step by step, a line for each block. Gives one, or none where nothing
 * is picked. A selector is a list of tags, `.class`, `#id`, `[attribute]` and `[attribute="value"]`, inside of each other (blank) or directly so (`>`).
 * @throws Error for a selector that says more
 */
export function* selectionSteps(html: string, selector: string): Generator<string | undefined> {
  const reader = new SelectionReader(parseSelectors(selector))
  yield* markupSteps(html, {}, reader)
  yield reader.finish()
}

class SelectionReader implements MarkupReader {
  private readonly matcher: Matcher
  /** Names of the elements that are open. */
  private readonly open: string[] = []
  private readonly texts: string[] = []
  /** What is being read, and how many elements were open around it. */
  private picked: { page: PageReader; depth: number } | undefined

  constructor(selectors: Step[][]) {
    this.matcher = new Matcher(selectors)
  }

  opens(name: string, attributes: Readonly<Record<string, string>>): void {
    const depth = this.open.length
    const isOpen = !VOID.has(name) && depth < DEEPEST
    if (isOpen) this.open.push(name)
    // What stands inside of what is picked is read with it, and matched by nobody.
    if (isOpen && !this.picked && this.matcher.picks(new Element(name, attributes), depth))
      this.picked = { page: new PageReader(), depth }
    this.picked?.page.opens(name, attributes)
  }

  closes(name: string): void {
    this.picked?.page.closes(name)
    const at = this.open.lastIndexOf(name)
    if (at < 0) return
    this.open.length = at
    if (this.picked && at <= this.picked.depth) this.endPick()
  }

  text(text: string): void {
    this.picked?.page.text(text)
  }

  finish(): string | undefined {
    this.endPick()
    return this.texts.length === 0 ? undefined : this.texts.join('\n')
  }

  private endPick(): void {
    if (this.picked) this.texts.push(this.picked.page.finish().text)
    this.picked = undefined
  }
}

/**
 * Matches elements as they open: each looks at what its parent reached, and not at everything around it, so that a deep page
 * costs no more than a flat one.
 */
class Matcher {
  readonly #steps: PlacedStep[]
  /** By depth; written anew for each element that opens there. */
  readonly #reached: Reached[] = []

  constructor(selectors: Step[][]) {
    this.#steps = selectors.flatMap((steps) =>
      steps.map((step, at) => ({ ...step, isFirst: at === 0, isLast: at === steps.length - 1 })),
    )
  }

  /** Whether a selector picks an element that opens inside of so many others, all of which were looked at. */
  picks(element: Element, depth: number): boolean {
    const parent = depth === 0 ? undefined : this.#at(depth - 1)
    const { here, around } = this.#at(depth)
    let isPicked = false
    for (const [at, { wants, isChild, isFirst, isLast }] of this.#steps.entries()) {
      const before = isChild ? parent?.here : parent?.around
      const isEnd = (isFirst || before?.[at - 1] === 1) && fitsOne(wants, element)
      here[at] = isEnd ? 1 : 0
      around[at] = isEnd ? 1 : (parent?.around[at] ?? 0)
      isPicked ||= isEnd && isLast
    }
    return isPicked
  }

  #at(depth: number): Reached {
    const count = this.#steps.length
    this.#reached[depth] ??= { here: new Uint8Array(count), around: new Uint8Array(count) }
    return this.#reached[depth]
  }
}

function fitsOne(wants: Step['wants'], element: Element): boolean {
  return wants.every((want) => want(element))
}

function parseSelectors(selector: string): Step[][] {
  if (selector.length > LONGEST) throw new Error('it is too long')
  return [...new Set(selector.split(',').map((part) => part.trim()))].map(parseSteps)
}

function parseSteps(selector: string): Step[] {
  const steps: Step[] = []
  let isChild = false
  for (const word of selector.replaceAll('>', ' > ').split(/\s+/)) {
    if (word === '>') isChild = true
    else if (word !== '') {
      steps.push({ wants: parseWants(word), isChild })
      isChild = false
    }
  }
  if (steps.length === 0 || isChild) throw new Error('it ends too early')
  return steps
}

const PIECE = /\*|[.#]?[\w-]+|\[([\w-]+)(?:=["']?([^"'\]]*)["']?)?\]/y

function parseWants(word: string): Step['wants'] {
  const wants: Step['wants'] = []
  PIECE.lastIndex = 0
  while (PIECE.lastIndex < word.length) {
    const found = PIECE.exec(word)
    if (!found) throw new Error(`“${word}” is not known here`)
    wants.push(wantOf(found))
  }
  return wants
}

function wantOf([piece, name, value]: RegExpExecArray): (element: Element) => boolean {
  if (piece === '*') return () => true
  if (name !== undefined)
    return ({ attributes }) =>
      Object.hasOwn(attributes, name) && (value === undefined || attributes[name] === value)
  if (piece.startsWith('#')) return ({ attributes }) => attributes.id === piece.slice(1)
  if (piece.startsWith('.')) return ({ classes }) => classes.has(piece.slice(1))
  return (element) => element.name === piece.toLowerCase()
}
