import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from './notifications/notify.ts'

const SHOWN_MS = 1500

interface CopyButtonProps {
  text: string
  /** What it copies, where that is not plain from its place. */
  label?: string
  /** Shows what it does in words, as the first thing that a dialog is for. */
  isWide?: boolean | undefined
  onCopied?: () => void
}

/** Copies a text; says so for a moment, to eyes and to readers, or says that the browser did not allow it. */
export function CopyButton({ text, label: name, isWide, onCopied }: CopyButtonProps) {
  const { t } = useTranslation()
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
      onCopied?.()
    } catch {
      notify.warning(t('notCopied'))
    }
  }
  const label = name ?? t('copy')
  const said = isCopied ? t('copied') : label
  const icon = isCopied ? <IconCheck size={15} /> : <IconCopy size={15} stroke={1.8} />
  if (isWide)
    return (
      <>
        <Button variant="default" data-autofocus leftSection={icon} onClick={() => void copy()}>
          {said}
        </Button>
        <Announced isCopied={isCopied} />
      </>
    )
  return (
    <>
      <Tooltip label={said}>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} onClick={() => void copy()}>
          {icon}
        </ActionIcon>
      </Tooltip>
      <Announced isCopied={isCopied} />
    </>
  )
}

/** What readers hear: the place for it stands before there is something to say. */
function Announced({ isCopied }: { isCopied: boolean }) {
  const { t } = useTranslation()
  return (
    <span className="visually-hidden" aria-live="polite">
      {isCopied ? t('copied') : null}
    </span>
  )
}
