import { Button } from '@mantine/core'
import { type DocumentStore, MOST_VARIANTS } from '@runnel/contract'
import { IconPlayerPlay, IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { focusAdded } from '../../../ui/focus-added.ts'
import { checkComponent } from '../../node-form/component-node.ts'
import type { useComponents } from '../use-components.ts'
import { questionsQuery, refreshTests, testsQuery } from './test-queries.ts'
import { newVariant, type VariantDraft, variantBodyOf } from './variant-draft.ts'
import { VariantForm } from './variant-form.tsx'

interface TestStartProps {
  store: DocumentStore
  components: ReturnType<typeof useComponents>
}

/** Runs the questions: as the store is set, and with other settings beside that. */
export function TestStart({ store, components }: TestStartProps) {
  const { t } = useTranslation('retrieval-tests')
  const { find } = components
  const { data: questions } = useQuery(questionsQuery(store.id))
  const { data: runs } = useQuery(testsQuery(store.id))
  const [variants, setVariants] = useState<readonly VariantDraft[]>([])
  const [isTried, setTried] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const start = useMutation({
    mutationFn: () =>
      api.startRetrievalTest({
        params: { id: store.id },
        body: { variants: variants.map((draft) => variantBodyOf(draft, find)) },
      }),
    onSettled: refreshTests,
  })
  if (!questions || questions.length === 0) return null
  const lacks = variants.some(({ reranker }) => reranker && checkComponent(reranker, find).length > 0)
  const isRunning = runs?.some(({ status }) => status === 'running') === true
  const add = () => {
    setVariants((now) => [...now, newVariant(store, find)])
    focusAdded(list.current, 'section')
  }
  const run = () => {
    setTried(true)
    if (!lacks) start.mutate()
  }
  return (
    <section className="test-start" aria-label={t('start.title')}>
      <div className="test-head">
        <h2>{t('start.title')}</h2>
      </div>
      <p className="store-note">{t('start.text')}</p>
      <div ref={list} className="test-variants">
        {variants.map((draft, index) => (
          <VariantForm
            key={draft.key}
            n={index + 1}
            draft={draft}
            components={components}
            showsProblems={isTried}
            onChange={(change) =>
              setVariants((now) => now.map((each) => (each.key === draft.key ? change(each) : each)))
            }
            onRemove={() => setVariants((now) => now.filter(({ key }) => key !== draft.key))}
          />
        ))}
      </div>
      <FailureNote error={start.error} />
      <div className="store-actions">
        {variants.length < MOST_VARIANTS ? (
          <Button variant="default" leftSection={<IconPlus size={16} stroke={1.8} />} onClick={add}>
            {t('start.addVariant')}
          </Button>
        ) : null}
        <Button
          leftSection={<IconPlayerPlay size={16} stroke={1.8} />}
          loading={start.isPending}
          disabled={!store.answers || isRunning}
          onClick={run}
        >
          {t('start.run', { count: questions.length })}
        </Button>
      </div>
    </section>
  )
}
