import { type DragEvent, useState } from 'react'

/** What an element needs to take files that are dropped on it. */
export interface FileDrop {
  /** Files are held over it. */
  isOver: boolean
  handlers: {
    onDragOver?: (event: DragEvent) => void
    onDragLeave?: (event: DragEvent) => void
    onDrop?: (event: DragEvent) => void
  }
}

/** Lets files be dropped on an element; without `onFiles` it takes none. */
export function useFileDrop(onFiles: ((files: readonly File[]) => void) | undefined): FileDrop {
  const [isOver, setIsOver] = useState(false)
  if (onFiles === undefined) return { isOver: false, handlers: {} }
  const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  return {
    isOver,
    handlers: {
      onDragOver(event) {
        if (!holdsFiles(event)) return
        event.preventDefault()
        setIsOver(true)
      },
      onDragLeave({ currentTarget, relatedTarget }) {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false)
      },
      onDrop(event) {
        if (!holdsFiles(event)) return
        event.preventDefault()
        setIsOver(false)
        onFiles([...event.dataTransfer.files])
      },
    },
  }
}
