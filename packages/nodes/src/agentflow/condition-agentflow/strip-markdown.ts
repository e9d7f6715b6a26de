/** Each rule reads a text in one pass: no pattern may look at the same stretch again and again. */
const RULES: [RegExp, string][] = [
  [/^ {0,3}(?:[-*_][ \t]?){3,}$/gm, ''],
  [/^ {0,3}#{1,6}[ \t]+/gm, ''],
  [/^ {0,3}>[ \t]?/gm, ''],
  [/^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+/gm, '$1'],
  [/!\[([^[\]\n]*)\]\([^()\n]*\)/g, '$1'],
  [/\[([^[\]\n]*)\]\([^()\n]*\)/g, '$1'],
  [/^```[\w-]*[ \t]*\n?/gm, ''],
  [/`([^`\n]+)`/g, '$1'],
  [/\*\*([^*\n]+)\*\*/g, '$1'],
  [/__([^_\n]+)__/g, '$1'],
  [/\*([^*\n]+)\*/g, '$1'],
  [/(^|\s)_([^_\n]+)_(?=\s|$)/gm, '$1$2'],
  [/~~([^~\n]+)~~/g, '$1'],
]

/** A text without the marks of Markdown: models decorate one-word answers, and comparisons must not fail on it. */
export function stripMarkdown(text: string): string {
  return RULES.reduce((result, [pattern, kept]) => result.replace(pattern, kept), text).trim()
}
