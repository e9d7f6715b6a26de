import { comeIntoView } from './come-into-view.ts'

const FIELDS = ':is(input, textarea, select):enabled'
const ENTRIES = ':is(a[href], button:enabled)'
const MENU_ENTRIES = ':is([role="menuitem"], [role="menuitemcheckbox"], [role="menuitemradio"])'

/**
 * Remembers where somebody is, as long as that stands. The result says where they go on, whatever became of it: there;
 * else in its form, else in its row or the one that came in its place, else at the heading of its section, or on the page,
 * also where its content was replaced. A page of another address leads its people itself.
 * A menu is gone with its choice: what opened it counts; while it is open, one goes on in it. Undefined where a dialog
 * has come that holds none of these.
 */
export function rememberPlace(focused: HTMLElement): () => HTMLElement | undefined {
  const place = openerOfMenu(focused)
  const form = place.closest('form')
  const findInRow = rememberRow(place)
  const around = areasAround(place)
  const { pathname } = location
  const findReplaced = () => (location.pathname === pathname ? findContent() : undefined)
  return () => {
    const found = isFree(place)
      ? (findInMenuOf(place) ?? place)
      : (findField(form) ?? findInRow() ?? around.find(({ isConnected }) => isConnected) ?? findReplaced())
    return found ? nameOf(found) : undefined
  }
}

/** What is as large as the page itself: who goes on there keeps what is in sight. */
const AREAS = 'main, section, [role="tabpanel"]'

/** Gives the focus to a place, also where Tab does not come by, and brings it into view where it is out of sight. */
export function focusPlace(place: HTMLElement): void {
  const dialog = document.querySelector('[role="dialog"][aria-modal="true"]')
  if (dialog !== null && !dialog.contains(place)) return
  if (place.tabIndex < 0) place.tabIndex = -1
  place.focus({ preventScroll: true })
  if (!place.matches(AREAS)) comeIntoView(place)
}

/** Whether the focus is nowhere: what had it was taken away, or barred. */
export function isFocusLost({ activeElement, body }: Document): boolean {
  return activeElement === null || activeElement === body
}

/**
 * Does something when what was changed is drawn: only then the browser takes the focus away. Whoever took something away
 * may have placed it meanwhile, and knows better where. What is asked for several times until then is done once.
 */
export function afterDrawing(work: () => void): () => void {
  let isDue = false
  return () => {
    if (isDue) return
    isDue = true
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        isDue = false
        work()
      }),
    )
  }
}

/** Whether an element can be seen: what waits for its words or its code is hidden meanwhile. */
export function isShown(element: HTMLElement): boolean {
  return element.getClientRects().length > 0
}

function isFree(element: HTMLElement): boolean {
  return isShown(element) && !element.matches(':disabled')
}

function openerOfMenu(focused: HTMLElement): HTMLElement {
  const menu = focused.closest('[role="menu"]')
  return document.getElementById(menu?.getAttribute('aria-labelledby') ?? '') ?? focused
}

/** The first entry of the menu that a button opened, while it is open. */
export function findInMenuOf({ id }: HTMLElement): HTMLElement | undefined {
  if (id === '') return undefined
  const menu = document.querySelector(`[role="menu"][aria-labelledby="${CSS.escape(id)}"]`)
  return [...(menu?.querySelectorAll<HTMLElement>(MENU_ENTRIES) ?? [])].find(isFree)
}

function findField(form: HTMLFormElement | null): HTMLElement | undefined {
  if (!form?.isConnected) return undefined
  return [...form.querySelectorAll<HTMLElement>(FIELDS)].find(isShown)
}

/** A list without its row has the next one there, or the one before. */
function rememberRow(place: HTMLElement): () => HTMLElement | undefined {
  const row = place.closest('tr, li')
  const list = row?.parentElement
  if (!row || !list) return () => undefined
  const at = [...list.children].indexOf(row)
  return () => {
    if (!list.isConnected) return undefined
    const next = row.isConnected ? row : list.children[Math.min(at, list.children.length - 1)]
    return next?.querySelector<HTMLElement>(ENTRIES) ?? undefined
  }
}

/** The sections and panels around an element, and the content of the page: inner ones first. */
function areasAround(element: HTMLElement): HTMLElement[] {
  const areas: HTMLElement[] = []
  const next = (from: Element | null | undefined) => from?.closest<HTMLElement>('section, [role="tabpanel"]')
  for (let at = next(element); at; at = next(at.parentElement)) areas.push(at)
  const content = findContent()
  return content === null ? areas : [...areas, content]
}

/** The content of the page as it is now: what was done may have put another in its place. */
const findContent = () => document.querySelector<HTMLElement>('main')

/** A section is entered by its heading, which says where one is. */
function nameOf(place: HTMLElement): HTMLElement {
  return (place.matches('section') && place.querySelector<HTMLElement>('h1, h2, h3')) || place
}
