import { findValueReadAs } from '@runnel/contract'
import type { NodeProps } from '@xyflow/react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { textOf } from '../../node-form/read-value.ts'
import type { CanvasNode } from './draw-flow.ts'

/** A note for people: only its text. It is written in the form at the side. */
export const NoteCard = memo(function NoteCard({ data }: NodeProps<CanvasNode>) {
  const { t } = useTranslation('canvas')
  const text = textOf(findValueReadAs(data.node.values, data.definition, 'note'))
  return (
    <div className="note-card" style={{ width: data.layout.width, height: data.layout.height }}>
      {text === '' ? t('node.emptyNote') : text}
    </div>
  )
})
