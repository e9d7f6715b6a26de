import { Box, Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from './copy-button.tsx'
import './json-view.css'

const SHORT = 2_000
const LONGEST = 200_000

/** A value as text, JSON indented. It is only ever text: nothing in it is taken for markup. Long values fold. */
export function JsonView({ label, value }: { label: string; value: unknown }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
  const limit = isOpen ? LONGEST : SHORT
  const shown = text.length > limit ? `${text.slice(0, limit)}…` : text
  return (
    <figure className="json-view">
      <figcaption>
        {label}
        <CopyButton text={text} />
      </figcaption>
      <Box component="pre" tabIndex={0}>
        {shown}
      </Box>
      {text.length > SHORT ? (
        <Button variant="subtle" size="compact-xs" onClick={() => setIsOpen(!isOpen)}>
          {t(isOpen ? 'json.collapse' : 'json.expand')}
        </Button>
      ) : null}
    </figure>
  )
}
