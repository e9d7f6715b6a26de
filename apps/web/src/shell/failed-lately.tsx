import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type KeptError, useKeptErrors } from '../app/kept-errors.ts'
import { apiErrorMessage } from '../ui/api-error-message.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { formatDateTime } from '../ui/format-time.ts'
import './failed-lately.css'

/** Which calls of this page failed lately, to tell who runs the server; nothing while none did. */
export function FailedLately() {
  const { t, i18n } = useTranslation('shell')
  const errors = useKeptErrors((state) => state.errors)
  if (errors.length === 0) return null
  const timeOf = ({ at }: KeptError) => formatDateTime(new Date(at).toISOString(), i18n.language)
  const lines = errors.map((each) => [timeOf(each), each.call, each.error.message, each.error.requestId])
  return (
    <section className="failed-lately" aria-labelledby="failed-lately">
      <div className="failed-lately-head">
        <Title order={3} id="failed-lately">
          {t('failed.title')}
        </Title>
        <CopyButton
          label={t('failed.copy')}
          text={lines.map((line) => line.filter(Boolean).join(' · ')).join('\n')}
        />
      </div>
      <Text c="dimmed">{t('failed.text')}</Text>
      <ul>
        {errors.map((each) => (
          <li key={`${each.at} ${each.call} ${each.error.requestId}`}>
            <span>{apiErrorMessage(each.error)}</span>
            <small>
              {timeOf(each)} · <code>{each.call}</code>
              {each.error.requestId ? ` · ${t('failed.request', { id: each.error.requestId })}` : null}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}
