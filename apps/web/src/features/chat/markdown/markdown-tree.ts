/** A piece of text inside a block. Links hold checked addresses only. */
export type MarkdownInline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong' | 'emphasis' | 'strike'; children: MarkdownInline[] }
  | { kind: 'link'; href: string; children: MarkdownInline[] }
  | { kind: 'break' }

/** One item of a list: its own text, then the blocks inside it. */
export interface MarkdownItem {
  children: MarkdownBlock[]
}

/** A block of a text. */
export type MarkdownBlock =
  | { kind: 'paragraph'; children: MarkdownInline[] }
  | { kind: 'heading'; level: number; children: MarkdownInline[] }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'list'; ordered: boolean; start: number; items: MarkdownItem[] }
  | { kind: 'quote'; children: MarkdownBlock[] }
  | { kind: 'table'; head: MarkdownInline[][]; rows: MarkdownInline[][][] }
  | { kind: 'rule' }
