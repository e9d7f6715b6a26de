import { ActionIcon, Button } from '@mantine/core'
import type { FlowType } from '@runnel/contract'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowLeft,
  IconCode,
  IconDeviceFloppy,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { PanelFacts } from '../panels/panel-entry.ts'
import type { PanelId } from '../panels/panels.ts'
import { useCanvasSession, useEditor } from '../session/canvas-session.ts'
import { redo, undo } from '../session/editor-store.ts'
import { FillButton } from './fill-button.tsx'
import { FlowName } from './flow-name.tsx'
import { HeaderIcon } from './header-icon.tsx'
import { PanelButtons } from './panel-buttons.tsx'
import { TemplateButton } from './template-button.tsx'
import './canvas-header.css'

interface CanvasHeaderProps {
  facts: PanelFacts
  openPanels: ReadonlySet<PanelId>
  onToggle: (panel: PanelId) => void
  onShowApi: () => void
  onSave: () => void
}

/** The bar above the canvas: where one is, what is saved, and what can be done. */
export function CanvasHeader({ facts, openPanels, onToggle, onShowApi, onSave }: CanvasHeaderProps) {
  const { t } = useTranslation('canvas')
  const type = useEditor(({ head }) => head.type)
  const isSaved = useEditor(({ head }) => head.id !== undefined)
  const isReadOnly = useEditor((state) => state.isReadOnly)
  const isDirty = useEditor((state) => state.isDirty)
  const { drafts } = useCanvasSession()
  const isSaving = useStore(drafts.store, (state) => state.isSaving)
  const panels = { facts, open: openPanels, onToggle }
  const canSave = !isSaving && (isDirty || !isSaved)
  return (
    <header className="canvas-header">
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('header.back')}
        renderRoot={(props) => <Link to={listOf(type)} {...props} />}
      >
        <IconArrowLeft size={18} stroke={1.8} />
      </ActionIcon>
      <FlowName />
      <div className="canvas-header-tools">
        {isReadOnly ? null : <UndoButtons />}
        <FillButton />
        <PanelButtons isWide={false} {...panels} />
        <HeaderIcon
          label={isSaved ? t('header.api') : t('header.apiUnsaved')}
          isDisabled={!isSaved}
          onClick={onShowApi}
        >
          <IconCode size={18} stroke={1.8} />
        </HeaderIcon>
        <TemplateButton />
        <PanelButtons isWide {...panels} />
        {/* Not the attribute `disabled`: with it the button would lose the focus by its own click. */}
        {isReadOnly ? null : (
          <Button
            className="canvas-header-wide"
            leftSection={<IconDeviceFloppy size={16} stroke={1.8} />}
            data-disabled={!canSave}
            aria-disabled={!canSave}
            onClick={() => canSave && onSave()}
          >
            {t('header.save')}
          </Button>
        )}
      </div>
    </header>
  )
}

function listOf(type: FlowType): '/chatflows' | '/agentflows' {
  return type === 'AGENTFLOW' || type === 'MULTIAGENT' ? '/agentflows' : '/chatflows'
}

function UndoButtons() {
  const { t } = useTranslation('canvas')
  const { editor } = useCanvasSession()
  const canUndo = useEditor(({ history }) => history.past !== undefined)
  const canRedo = useEditor(({ history }) => history.future !== undefined)
  return (
    <>
      <HeaderIcon label={t('header.undo')} isDisabled={!canUndo} onClick={() => undo(editor)}>
        <IconArrowBackUp size={18} stroke={1.8} />
      </HeaderIcon>
      <HeaderIcon label={t('header.redo')} isDisabled={!canRedo} onClick={() => redo(editor)}>
        <IconArrowForwardUp size={18} stroke={1.8} />
      </HeaderIcon>
    </>
  )
}
