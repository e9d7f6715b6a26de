import { useEffect } from 'react'
import { focusPlace, isFocusLost, rememberPlace } from './focus-place.ts'
import { findBarredFocus } from './keep-focus.ts'

/** What opened a dialog may be drawn anew some frames after it closed; a second is more than it needs. */
const MOST_FRAMES = 60

/** Where the dialog that just closed gives the focus back; the one that comes in its place does so in its stead. */
let left: (() => HTMLElement | undefined) | undefined

function leave(findPlace: () => HTMLElement | undefined): void {
  left = findPlace
  // Effects of one drawing run in one go: what opens later was opened by somebody.
  queueMicrotask(() => {
    left = undefined
  })
}

/**
 * Gives the focus back to what had it when a dialog opened, also when the dialog is simply taken away, or to what is left
 * around that where the dialog has replaced it. Of dialogs that come in each other's place the first was opened by it.
 */
export function useFocusReturn(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    const findPlace = left ?? findOpener()
    if (!findPlace) return
    return () => {
      leave(findPlace)
      giveBack(findPlace)
    }
  }, [isOpen])
}

function findOpener(): (() => HTMLElement | undefined) | undefined {
  const { activeElement } = document
  // What a button sent for opens the dialog while the button is barred, without the focus.
  const opener = isFocusLost(document) ? findBarredFocus() : activeElement
  return opener instanceof HTMLElement ? rememberPlace(opener) : undefined
}

function placeLostFocus(findPlace: () => HTMLElement | undefined): void {
  const place = isFocusLost(document) ? findPlace() : undefined
  if (place) focusPlace(place)
}

/** Looks after the focus until its place is settled; whoever goes on by key or pointer is left alone. */
function giveBack(findPlace: () => HTMLElement | undefined): void {
  const waiting = new AbortController()
  for (const type of ['keydown', 'pointerdown'])
    window.addEventListener(type, () => waiting.abort(), { capture: true, signal: waiting.signal })
  const look = (framesLeft: number) =>
    requestAnimationFrame(() => {
      if (waiting.signal.aborted) return
      placeLostFocus(findPlace)
      if (framesLeft === 0) waiting.abort()
      else look(framesLeft - 1)
    })
  look(MOST_FRAMES)
}
