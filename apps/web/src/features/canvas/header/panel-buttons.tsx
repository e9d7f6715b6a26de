import { Button, Indicator } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PanelEntry, PanelFacts } from '../panels/panel-entry.ts'
import { type PanelId, panelEntries } from '../panels/panels.ts'
import { useEditor } from '../session/canvas-session.ts'
import { HeaderIcon } from './header-icon.tsx'

interface PanelButtonsProps {
  /** Those with a word beside their icon, or those without. */
  isWide: boolean
  facts: PanelFacts
  open: ReadonlySet<PanelId>
  onToggle: (panel: PanelId) => void
}

/** The buttons that open and close the panels. */
export function PanelButtons({ isWide, facts, open, onToggle }: PanelButtonsProps) {
  // A text, because a selector must return the same value for the same state.
  const there = useEditor((state) =>
    panelEntries
      .filter(({ isThere }) => isThere?.(state) ?? true)
      .map(({ id }) => id)
      .join(' '),
  ).split(' ')
  return panelEntries
    .filter(({ id, button }) => button && (button.isWide ?? false) === isWide && there.includes(id))
    .map((entry) => (
      <PanelButton
        key={entry.id}
        entry={entry}
        facts={facts}
        isOpen={open.has(entry.id)}
        onClick={() => onToggle(entry.id)}
      />
    ))
}

interface PanelButtonProps {
  entry: PanelEntry
  facts: PanelFacts
  isOpen: boolean
  onClick: () => void
}

function PanelButton({ entry: { id, button, key }, facts, isOpen, onClick }: PanelButtonProps) {
  const { t } = useTranslation('canvas')
  if (button === undefined) return null
  const { icon: Icon, isWide, words, count } = button
  const label = words(facts)
    .map((word) => t(word.key, word.count === undefined ? {} : { count: word.count }))
    .join(' · ')
  if (isWide) {
    return (
      <Button
        variant="default"
        className="canvas-header-wide"
        data-panel={id}
        leftSection={<Icon size={16} stroke={1.8} />}
        aria-expanded={isOpen}
        aria-keyshortcuts={key}
        onClick={onClick}
      >
        {label}
      </Button>
    )
  }
  const icon = (
    <HeaderIcon label={label} panel={id} keys={key} isOn={isOpen} onClick={onClick}>
      <Icon size={18} stroke={1.8} />
    </HeaderIcon>
  )
  if (count === undefined) return icon
  const number = count(facts)
  return (
    <Indicator label={number} size={16} color="orange" disabled={number === 0} offset={4}>
      {icon}
    </Indicator>
  )
}
