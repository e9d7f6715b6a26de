import type { CredentialTestResult } from '@runnel/contract'
import type { useTranslation } from 'react-i18next'

type Translate = ReturnType<typeof useTranslation<'node-form'>>['t']

/** What came of it, in a sentence. */
export function describeTest({ outcome, ...told }: CredentialTestResult, t: Translate): string {
  const host = told.host ?? ''
  const message = told.message || t('test.noWords', { status: told.status ?? '' })
  if (outcome === 'works') return t('test.works', { host })
  if (outcome === 'untestable') return t('test.untestable')
  if (outcome === 'refused') return t('test.refused', { host, message })
  return t(told.status === undefined ? 'test.unreachable' : 'test.faulty', { host, message })
}
