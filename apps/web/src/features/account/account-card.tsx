import { Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Mark } from '../../ui/mark.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import './account.css'

/** The frame of pages without a session: mark, title, what it is for, a form. */
export function AccountCard({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const { t } = useTranslation('shell')
  usePageTitle(title)
  return (
    <main className="account-page">
      <div className="account-brand">
        <Mark size={34} />
        <span>{t('productName')}</span>
      </div>
      <Paper className="account-card" radius="lg" withBorder p="lg">
        <Title order={1}>{title}</Title>
        <Text c="dimmed" mb="lg" mt={2}>
          {text}
        </Text>
        {children}
      </Paper>
    </main>
  )
}
