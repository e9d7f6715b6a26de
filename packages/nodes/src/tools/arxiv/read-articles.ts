import { markupSteps } from '@runnel/markup'
import { gatherInTurns } from '@runnel/node-kit'

/** An article as arXiv lists it. */
export interface Article {
  id: string
  title: string
  summary: string
  published: string
  authors: string[]
  /** Address of its PDF; empty when there is none. */
  pdf: string
}

const TEXTS = ['id', 'title', 'summary', 'published'] as const

/** The articles of an Atom feed of arXiv; undefined for what is no feed. */
export async function readArticles(feed: string): Promise<Article[] | undefined> {
  const articles: Article[] = []
  let isFeed = false
  let article: Article | undefined
  let text: string[] = []
  const steps = markupSteps(
    feed,
    { xml: true },
    {
      opens(name, attributes) {
        text = []
        if (name === 'feed') isFeed = true
        if (name === 'entry')
          article = { id: '', title: '', summary: '', published: '', authors: [], pdf: '' }
        if (article && name === 'link' && attributes.title === 'pdf') article.pdf = attributes.href ?? ''
      },
      text: (piece) => void text.push(piece),
      closes(name) {
        const value = text.join('').split(/\s+/).filter(Boolean).join(' ')
        text = []
        if (!article) return
        const field = TEXTS.find((each) => each === name)
        if (field) article[field] = value
        else if (name === 'name') article.authors.push(value)
        else if (name === 'entry') {
          articles.push(article)
          article = undefined
        }
      },
    },
  )
  await gatherInTurns(steps)
  return isFeed ? articles : undefined
}
