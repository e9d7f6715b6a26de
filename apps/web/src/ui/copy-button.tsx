import { ActionIcon, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from './notifications/notify.ts'

const SHOWN_MS = 1500

interface CopyButtonProps {
  text: string
  /** What it copies, where that is not plain from its place. */
  label?: string
  /** For a dialog whose first thing it is. */
  takesFocus?: boolean
  onCopied?: () => void
}

/** Copies a text; says so for a moment, or says that the browser did not allow it. */
export function CopyButton({ text, label: name, takesFocus, onCopied }: CopyButtonProps) {
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
  const label = isCopied ? t('copied') : (name ?? t('copy'))
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={label}
        data-autofocus={takesFocus}
        onClick={() => void copy()}
      >
        {isCopied ? <IconCheck size={15} /> : <IconCopy size={15} stroke={1.8} />}
      </ActionIcon>
    </Tooltip>
  )
}
