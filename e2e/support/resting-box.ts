import type { Locator } from 'playwright-core'

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/**
 * Where an element stands, in pixels from the corner of the window, once it stands still: in the same place for three
 * frames, as the view of a canvas moves one or two frames after what moves it.
 */
export function restingBox(element: Locator): Promise<Box> {
  return element.evaluate(async (node) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const look = () => {
      const { x, y, width, height } = node.getBoundingClientRect()
      return { x, y, width, height }
    }
    let box = look()
    for (let frames = 0; frames < 3; frames += 1) {
      await frame()
      const next = look()
      if (JSON.stringify(next) !== JSON.stringify(box)) frames = -1
      box = next
    }
    return box
  })
}
