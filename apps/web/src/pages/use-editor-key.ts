import { useState } from 'react'

interface OpenEditor {
  /** Which editor it is since the page was opened. */
  number: number
  /** What tells its place from that of another: the id of its flow, or the kind of a new one. */
  place: string
  /** The id that its flow has got by its first save, until the address tells it. */
  next: string | undefined
}

/**
 * The key of the editor of a place: another place means another editor, but where a new flow gets its address, of which
 * `goOnAs` tells beforehand: nothing on the screen is lost by its first save.
 */
export function useEditorKey(place: string): { key: number; goOnAs: (id: string) => void } {
  const [editor, setEditor] = useState<OpenEditor>({ number: 0, place, next: undefined })
  let { number } = editor
  if (editor.place !== place) {
    if (editor.next !== place) number += 1
    setEditor({ number, place, next: undefined })
  }
  return { key: number, goOnAs: (id) => setEditor((now) => ({ ...now, next: id })) }
}
