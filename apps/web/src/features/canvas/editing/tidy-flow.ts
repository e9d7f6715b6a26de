import type { FindDefinition } from '@runnel/contract'
import { diffDocuments } from '@runnel/graph'
import i18next from 'i18next'
import { notify } from '../../../ui/notifications/notify.ts'
import { tidyDocument } from '../layout/tidy-document.ts'
import { changeFlow, type EditorStore } from '../session/editor-store.ts'

/** Puts cards apart that cover others, as one edit; says so when none does. */
export function tidyFlow({ editor, find }: { editor: EditorStore; find: FindDefinition }): void {
  const { document } = editor.getState()
  const tidied = tidyDocument(document, find)
  if (tidied === document) notify.info(i18next.t('tidy.nothing', { ns: 'canvas' }))
  else changeFlow(editor, (current) => diffDocuments(current, tidied))
}
