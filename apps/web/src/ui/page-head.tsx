import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import './page-head.css'
import { usePageTitle } from './use-page-title.ts'

/** The head of a page: title, one line that says what the page is for, actions on the right. Names the tab as well. */
export function PageHead({
  title,
  text,
  children,
}: {
  title: string
  text?: ReactNode
  children?: ReactNode
}) {
  usePageTitle(title)
  return (
    <div className="page-head">
      <div className="page-head-words">
        <Title order={1}>{title}</Title>
        {text ? (
          <Text c="dimmed" component="div">
            {text}
          </Text>
        ) : null}
      </div>
      <div className="page-head-actions">{children}</div>
    </div>
  )
}
