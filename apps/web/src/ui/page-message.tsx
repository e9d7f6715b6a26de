import { Button, Stack, Text, Title } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import './page-message.css'
import { usePageTitle } from './use-page-title.ts'

interface PageMessageProps {
  icon: TablerIcon
  title: string
  text: string
  /** 1 where it is all that the page says. */
  order?: 1 | 2
  action?: { label: string; run: () => void }
  children?: ReactNode
}

/** A page or panel that has only something to say: empty, not found, failed. Teaches and offers the first step. */
export function PageMessage({ icon: Icon, title, text, order = 2, action, children }: PageMessageProps) {
  usePageTitle(order === 1 ? title : undefined)
  return (
    <Stack className="page-message" align="center" gap="xs">
      <span className="page-message-icon">
        <Icon size={26} stroke={1.8} aria-hidden />
      </span>
      <Title order={order} size="h2">
        {title}
      </Title>
      <Text c="dimmed" className="page-message-text">
        {text}
      </Text>
      {children}
      {action ? (
        <Button onClick={action.run} mt="xs">
          {action.label}
        </Button>
      ) : null}
    </Stack>
  )
}
