/** A piece of text inside a block. Links and images hold checked addresses only. */
export type MarkdownInline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong' | 'emphasis' | 'strike'; children: readonly MarkdownInline[] }
  | { kind: 'link'; href: string; children: readonly MarkdownInline[] }
  /** `src` is an https address or the data of a picture; `alt` says what it shows. */
  | { kind: 'image'; src: string; alt: string }
  /** TeX; `display`: as large as on a line of its own. */
  | { kind: 'math'; tex: string; display: boolean }
  /** Points to the footnote of that label. */
  | { kind: 'footnote'; label: string }
  | { kind: 'break' }

/** One item of a list: its own text, then the blocks inside it. */
export interface MarkdownItem {
  /** Of a task: whether it is done. */
  checked?: boolean
  children: readonly MarkdownBlock[]
}

/** The cells of one row of a table. */
export type MarkdownRow = readonly (readonly MarkdownInline[])[]

/** How a column of a table stands; null: as text does. */
export type MarkdownAlign = 'left' | 'right' | 'center' | null

/** A block of a text. It is plain data, and safe to draw: no HTML, no address of a dangerous kind. */
export type MarkdownBlock =
  | { kind: 'paragraph'; children: readonly MarkdownInline[] }
  | { kind: 'heading'; level: number; children: readonly MarkdownInline[] }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'math'; tex: string }
  | { kind: 'list'; ordered: boolean; start: number; items: readonly MarkdownItem[] }
  | { kind: 'quote'; children: readonly MarkdownBlock[] }
  | { kind: 'table'; align: readonly MarkdownAlign[]; head: MarkdownRow; rows: readonly MarkdownRow[] }
  | { kind: 'footnote'; label: string; children: readonly MarkdownBlock[] }
  | { kind: 'rule' }
