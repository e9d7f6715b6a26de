import { QuoteType, Tokenizer } from 'htmlparser2'

/** What is told of a text of HTML or XML, in its order. Names are small letters in HTML; nothing is checked for nesting. */
export interface MarkupReader {
  opens?(name: string, attributes: Readonly<Record<string, string>>): void
  closes?(name: string): void
  text?(text: string): void
}

/** What of a text is read in one step, in characters: some milliseconds' worth. */
export const STEP = 32_768

/**
 * Reads HTML or XML in a time that grows with its length alone: by pieces, without a tree and without a stack, which
 * hostile pages make as deep as they are long. Who has others to serve takes the steps one by one.
 */
export function* markupSteps(
  markup: string,
  { xml = false }: { xml?: boolean },
  reader: MarkupReader,
): Generator<undefined> {
  let name = ''
  let attribute = ''
  let value: string[] = []
  let attributes: Record<string, string> = {}
  const part = (start: number, end: number) => markup.slice(start, end)
  const nameAt = (start: number, end: number) => (xml ? part(start, end) : part(start, end).toLowerCase())
  const opened = () => reader.opens?.(name, attributes)
  const tokenizer = new Tokenizer(
    { xmlMode: xml, decodeEntities: true },
    {
      onopentagname: (start, end) => {
        name = nameAt(start, end)
        attributes = Object.create(null)
      },
      onattribname: (start, end) => {
        attribute = nameAt(start, end)
        value = []
      },
      onattribdata: (start, end) => void value.push(part(start, end)),
      onattribentity: (code) => void value.push(String.fromCodePoint(code)),
      onattribend: (quote) => {
        if (quote !== QuoteType.NoValue || !(attribute in attributes))
          attributes[attribute] ??= value.join('')
      },
      onopentagend: opened,
      onselfclosingtag: () => {
        opened()
        if (xml) reader.closes?.(name)
      },
      onclosetag: (start, end) => reader.closes?.(nameAt(start, end)),
      ontext: (start, end) => reader.text?.(part(start, end)),
      ontextentity: (code) => reader.text?.(String.fromCodePoint(code)),
      oncdata: (start, end, offset) => reader.text?.(part(start, end - offset)),
      oncomment: () => undefined,
      ondeclaration: () => undefined,
      onprocessinginstruction: () => undefined,
      onend: () => undefined,
    },
  )
  for (let at = 0; at < markup.length; at += STEP) {
    tokenizer.write(markup.slice(at, at + STEP))
    yield
  }
  tokenizer.end()
}

/** The same in one go. */
export function readMarkup(markup: string, format: { xml?: boolean }, reader: MarkupReader): void {
  const steps = markupSteps(markup, format, reader)
  while (steps.next().done !== true);
}
