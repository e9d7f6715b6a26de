type TextElement = HTMLInputElement | HTMLTextAreaElement

interface Step {
  text: string
  caret: number
}

/** What was written in one field: texts that stood there before, and those that were taken back. */
interface FieldHistory {
  past: Step[]
  future: Step[]
  group: string
  at: number
}

/** A pause of this length begins a new step, in milliseconds. */
const PAUSE_MS = 1_000
const MOST_STEPS = 100
const TEXT_TYPES = new Set(['text', 'search', 'url', 'email', 'tel'])

/**
 * Undo and redo by bursts of typing, in every text field of the page. Browsers begin a new step of their own undo
 * whenever the page around the field changes, thus here with every letter. Call the result to end.
 */
export function groupUndo(page: Document): () => void {
  const histories = new WeakMap<TextElement, FieldHistory>()
  const stop = new AbortController()
  const options = { capture: true, signal: stop.signal }
  page.addEventListener(
    'beforeinput',
    (event) => {
      const field = textElementOf(event.target)
      if (field === undefined) return
      const history = histories.get(field) ?? { past: [], future: [], group: '', at: 0 }
      histories.set(field, history)
      if (event.inputType === 'historyUndo' || event.inputType === 'historyRedo') {
        event.preventDefault()
        step(field, history, event.inputType === 'historyUndo')
      } else note(field, history, event)
    },
    options,
  )
  page.addEventListener(
    'keydown',
    (event) => {
      const direction = directionOf(event)
      const field = textElementOf(event.target)
      const history = field && histories.get(field)
      if (direction === undefined || !field || !history) return
      event.preventDefault()
      step(field, history, direction === 'undo')
    },
    options,
  )
  return () => stop.abort()
}

/** Typing goes on in the step that it began; anything else is a step by itself. */
function note(field: TextElement, history: FieldHistory, { inputType, timeStamp }: InputEvent): void {
  const group = inputType === 'insertText' || inputType.startsWith('deleteContent') ? inputType : ''
  const goesOn = group !== '' && group === history.group && timeStamp - history.at < PAUSE_MS
  if (!goesOn && history.past.at(-1)?.text !== field.value) history.past.push(stepOf(field))
  if (history.past.length > MOST_STEPS) history.past.shift()
  history.future = []
  history.group = group
  history.at = timeStamp
}

function step(field: TextElement, history: FieldHistory, isUndo: boolean): void {
  const [from, to] = isUndo ? [history.past, history.future] : [history.future, history.past]
  history.group = ''
  let next = from.pop()
  while (next?.text === field.value) next = from.pop()
  if (next === undefined) return
  to.push(stepOf(field))
  write(field, next)
}

function stepOf(field: TextElement): Step {
  return { text: field.value, caret: field.selectionStart ?? field.value.length }
}

/** As typing does: past the value that React follows, and with the event that it hears. */
function write(field: TextElement, { text, caret }: Step): void {
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  if (field.type !== 'email') field.setSelectionRange(caret, caret)
}

function directionOf({
  key,
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
}: KeyboardEvent): 'undo' | 'redo' | undefined {
  if (!(ctrlKey || metaKey) || altKey) return undefined
  const letter = key.toLowerCase()
  if (letter === 'y') return 'redo'
  if (letter !== 'z') return undefined
  return shiftKey ? 'redo' : 'undo'
}

function textElementOf(target: EventTarget | null): TextElement | undefined {
  if (target instanceof HTMLTextAreaElement) return target
  return target instanceof HTMLInputElement && TEXT_TYPES.has(target.type) ? target : undefined
}
