import { ActionIcon, NumberInput, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { newComponent } from '../../node-form/component-node.ts'
import { ComponentForm } from '../component-form.tsx'
import { ComponentSelect } from '../component-select.tsx'
import { searchPartOf } from '../query/search-inputs.ts'
import type { useComponents } from '../use-components.ts'
import type { VariantDraft } from './variant-draft.ts'

interface VariantFormProps {
  /** From 1 on. */
  n: number
  draft: VariantDraft
  components: ReturnType<typeof useComponents>
  showsProblems: boolean
  onChange: (change: (draft: VariantDraft) => VariantDraft) => void
  onRemove: () => void
}

/** Other settings of the search, that are tried beside those of the store. */
export function VariantForm({ n, draft, components, showsProblems, onChange, onRemove }: VariantFormProps) {
  const { t } = useTranslation('retrieval-tests')
  const { find, labelOf, listFor } = components
  const { name, node, threshold, reranker } = draft
  return (
    <section className="panel store-form" aria-label={t('variant.title', { n })}>
      <div className="test-head">
        <h3>{t('variant.title', { n })}</h3>
        <ActionIcon variant="subtle" color="gray" aria-label={t('variant.remove', { n })} onClick={onRemove}>
          <IconTrash size={17} stroke={1.8} />
        </ActionIcon>
      </div>
      <TextInput
        label={t('variant.name')}
        placeholder={t('variant.namePlaceholder', { n })}
        maxLength={60}
        autoComplete="off"
        value={name}
        onChange={(event) => {
          const { value } = event.currentTarget
          onChange((now) => ({ ...now, name: value }))
        }}
      />
      {node ? (
        <ComponentForm
          node={node}
          find={(type) => searchPartOf(find(type))}
          isReadOnly={false}
          showsProblems={showsProblems}
          onChange={(change) => onChange((now) => ({ ...now, node: now.node && change(now.node) }))}
        />
      ) : null}
      <NumberInput
        label={t('variant.threshold')}
        description={t('variant.thresholdHelp')}
        min={0}
        max={1}
        step={0.05}
        decimalScale={3}
        value={threshold}
        onChange={(value) =>
          onChange((now) => ({ ...now, threshold: typeof value === 'number' ? value : '' }))
        }
      />
      <ComponentSelect
        label={t('variant.reranker')}
        description={t('variant.rerankerHelp')}
        none={t('variant.noReranker')}
        definitions={listFor('reranker')}
        value={reranker?.type}
        labelOf={labelOf}
        isReadOnly={false}
        onChange={(type) => {
          const chosen = type === undefined ? undefined : find(type)
          onChange((now) => ({ ...now, reranker: chosen && newComponent(chosen) }))
        }}
      />
      {reranker ? (
        <ComponentForm
          key={reranker.type}
          node={reranker}
          find={find}
          isReadOnly={false}
          showsProblems={showsProblems}
          onChange={(change) =>
            onChange((now) => ({ ...now, reranker: now.reranker && change(now.reranker) }))
          }
        />
      ) : null}
    </section>
  )
}
