import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import './account-settings.css'

/** One matter of the account: a title, what it is about, and what can be done. */
export function SettingsSection({
  title,
  text,
  children,
}: {
  title: string
  text: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className="panel settings-section" aria-labelledby={id}>
      <div className="settings-words">
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        <p>{text}</p>
      </div>
      <div className="settings-content">{children}</div>
    </section>
  )
}
