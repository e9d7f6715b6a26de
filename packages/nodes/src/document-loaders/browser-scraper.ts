import type { InputDefinition, NodeDefinition, ParamOption } from '@runnel/contract'
import { chosenPagesInput, crawlInputs } from './address-inputs.ts'
import { loaderDefinition } from './loader-definition.ts'

/** What tells one scraper with a browser from the other. */
interface ScraperFacts extends Pick<NodeDefinition, 'name' | 'label' | 'icon' | 'description'> {
  /** When a page counts as there, beside the moments that both know. */
  moments: ParamOption[]
}

/** The definition of a scraper that reads pages in the operator's browser. */
export function browserScraper({ moments, ...own }: ScraperFacts): NodeDefinition {
  return loaderDefinition({
    ...own,
    version: 2,
    reads: 'servers',
    differs:
      'Pages are opened in a browser that the operator names (SCRAPER_BROWSER), one after the other, 500 at most; images, media, sockets and new windows are left out.',
    source: [
      {
        label: 'URL',
        name: 'url',
        type: 'string',
        placeholder: 'https://example.com/docs',
        identifies: true,
      },
      chosenPagesInput,
    ],
    settings: [
      ...crawlInputs,
      {
        label: 'Wait Until',
        name: 'waitUntilGoToOption',
        type: 'options',
        overridable: true,
        description: 'When a page counts as there; Load when empty',
        options: [
          { label: 'Load', name: 'load', description: 'The page and what it needs at once are there' },
          { label: 'DOM Content Loaded', name: 'domcontentloaded', description: 'Its HTML was read' },
          ...moments,
        ],
        optional: true,
        additionalParams: true,
      },
      selectorInput('Wait for Selector', {
        name: 'waitForSelector',
        description: 'Waits until this CSS selector finds something, too',
      }),
      selectorInput('CSS Selector', {
        name: 'cssSelector',
        description: 'Reads only what is inside of the first element that this CSS selector finds',
      }),
    ],
  })
}

const selectorInput = (
  label: string,
  facts: Pick<InputDefinition, 'name' | 'description'>,
): InputDefinition => ({
  label,
  ...facts,
  type: 'string',
  overridable: true,
  placeholder: 'main article',
  optional: true,
  additionalParams: true,
})
