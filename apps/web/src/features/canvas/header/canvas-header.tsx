import { ActionIcon, Button, Indicator, Tooltip } from '@mantine/core'
import type { FlowType } from '@runnel/contract'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowLeft,
  IconCode,
  IconDeviceFloppy,
  IconMessage,
  IconPlus,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useCanvasSession, useEditor } from '../session/canvas-session.ts'
import { redo, undo } from '../session/editor-store.ts'
import type { PanelName } from '../session/use-panels.ts'
import { FlowName } from './flow-name.tsx'
import './canvas-header.css'

interface CanvasHeaderProps {
  problemCount: number
  /** What the import mended. */
  repairCount: number
  openPanels: ReadonlySet<PanelName>
  onToggle: (panel: PanelName) => void
  onShowApi: () => void
  onSave: () => void
}

/** The bar above the canvas: where one is, what is saved, and what can be done. */
export function CanvasHeader({
  problemCount,
  repairCount,
  openPanels,
  onToggle,
  onShowApi,
  onSave,
}: CanvasHeaderProps) {
  const { t } = useTranslation('canvas')
  const type = useEditor(({ head }) => head.type)
  const isSaved = useEditor(({ head }) => head.id !== undefined)
  const isReadOnly = useEditor((state) => state.isReadOnly)
  const isDirty = useEditor((state) => state.isDirty)
  const { drafts } = useCanvasSession()
  const isSaving = useStore(drafts.store, (state) => state.isSaving)
  const found = problemCount + repairCount
  const problems = t('header.problems', { count: problemCount })
  const foundText =
    repairCount === 0 ? problems : `${problems} · ${t('header.repairs', { count: repairCount })}`
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
        {isReadOnly ? null : (
          <HeaderIcon
            label={t('header.add')}
            isOn={openPanels.has('palette')}
            onClick={() => onToggle('palette')}
          >
            <IconPlus size={18} stroke={1.8} />
          </HeaderIcon>
        )}
        <Indicator label={found} size={16} color="orange" disabled={found === 0} offset={4}>
          <HeaderIcon
            label={foundText}
            isOn={openPanels.has('problems')}
            onClick={() => onToggle('problems')}
          >
            <IconAlertTriangle size={18} stroke={1.8} />
          </HeaderIcon>
        </Indicator>
        <HeaderIcon
          label={isSaved ? t('header.api') : t('header.apiUnsaved')}
          isDisabled={!isSaved}
          onClick={onShowApi}
        >
          <IconCode size={18} stroke={1.8} />
        </HeaderIcon>
        <Button
          variant="default"
          className="canvas-header-wide"
          leftSection={<IconMessage size={16} stroke={1.8} />}
          aria-expanded={openPanels.has('chat')}
          onClick={() => onToggle('chat')}
        >
          {t('header.chat')}
        </Button>
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

interface HeaderIconProps {
  label: string
  isOn?: boolean
  isDisabled?: boolean
  onClick: () => void
  children: React.ReactNode
}

function HeaderIcon({ label, isOn, isDisabled, onClick, children }: HeaderIconProps) {
  return (
    <Tooltip label={label} withinPortal={false}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        {...(isOn === undefined ? {} : { 'aria-expanded': isOn })}
        disabled={isDisabled ?? false}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
