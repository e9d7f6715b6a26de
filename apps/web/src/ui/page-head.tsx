import { Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import './page-head.css'

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
  const { t } = useTranslation('shell')
  const product = t('productName')
  useEffect(() => {
    document.title = `${title} · ${product}`
    return () => {
      document.title = product
    }
  }, [title, product])
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
