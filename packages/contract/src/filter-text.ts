/**
 * A filter in the language of a store, with what was put into it: its author's own text as it is, the content of a text in
 * quotes as a list of one, and a value that stands without quotes as `bare`. Who sends it quotes both in its language.
 */
export type FilterPiece = string | [content: string] | { bare: string }
