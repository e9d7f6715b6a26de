import { type RefObject, useLayoutEffect, useRef } from 'react'

type TextElement = HTMLInputElement | HTMLTextAreaElement

/**
 * Shows a text in a field that the browser keeps: give the result as its `ref`, and no `value`. With a `value`, React
 * writes every letter back as the field's first text, which takes the browser's undo apart letter by letter and costs a
 * copy of the whole text each time.
 */
export function useTypedText<T extends TextElement>(text: string): RefObject<T | null> {
  const field = useRef<T>(null)
  useLayoutEffect(() => {
    const { current } = field
    // The field has its own ends of lines.
    if (current && current.value !== text && current.value !== text.replace(/\r\n?/g, '\n')) current.value = text
  }, [text])
  return field
}

/** Writes at the caret as typing does: it can be undone in the field, and its `onInput` hears of it. */
export function typeInto(field: TextElement, text: string): void {
  field.focus()
  // The only way that keeps the field's own undo; `setRangeText` throws it away.
  if (!document.execCommand('insertText', false, text)) {
    field.setRangeText(text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
