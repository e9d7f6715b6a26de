import type { Icon } from '@tabler/icons-react'
import type { ParseKeys } from 'i18next'
import type { ComponentType } from 'react'
import type { EditorState } from '../session/editor-store.ts'

/** Where a panel stands around the canvas. */
export type PanelSide = 'left' | 'below' | 'right'

/** What the buttons of panels tell of the flow. */
export interface PanelFacts {
  problems: number
  /** What the import mended. */
  repairs: number
}

/** A word of the header, and the number it goes with. */
export interface PanelWord {
  key: ParseKeys<'canvas'>
  count?: number
}

/** The button of the header that opens and closes a panel. */
export interface PanelButton {
  icon: Icon
  /** With its word beside the icon. */
  isWide?: boolean
  /** Its name, in parts. */
  words: (facts: PanelFacts) => readonly PanelWord[]
  /** The number on it; none at 0. */
  count?: (facts: PanelFacts) => number
}

/** What a panel is given; all else it takes from the session and `usePanelHost`. */
export interface PanelProps {
  onClose: () => void
}

/** A panel around the canvas, as data. */
export interface PanelEntry {
  id: string
  /** Its name for those who do not see where it stands. */
  title: ParseKeys<'canvas'>
  side: PanelSide
  /** Undefined for a panel that opens by itself. */
  button?: PanelButton
  /** Opens and closes it from the canvas: one letter, as in `a`. */
  key?: string
  /** Open in a new session, where there is room. */
  opensFirst?: boolean
  /** Panels that close when it opens. */
  closes?: readonly string[]
  /** Whether those who see this flow may have it; always, if undefined. */
  isThere?: (state: EditorState) => boolean
  /** For a panel that no button opens: whether the state of the editor does. */
  isOpen?: (state: EditorState) => boolean
  /** Catalogues of texts that it needs beside the canvas's own. */
  texts?: readonly string[]
  load: () => Promise<ComponentType<PanelProps>>
}
