import { useLanguage } from '../../i18n/index.ts'
import { Button, Card, DropZone, dataUrlOf, formatPoints, MarkedText } from '../../ui/index.ts'
import { ApiCalls } from './ApiCalls.tsx'
import { type ChosenFile, PagePicture, usePagePicture } from './PagePicture.tsx'
import { marksOf, ProfileCard } from './ProfileCard.tsx'
import s from './playground.module.css'
import { RunBar } from './RunBar.tsx'
import { usePrice, type useTry } from './use-try.ts'
import { useWords } from './words.ts'

interface Props {
  readonly file: ChosenFile | null
  readonly onFile: (file: ChosenFile | null) => void
  readonly parse: ReturnType<typeof useTry<'/try/parse'>>
  readonly onUse: (text: string) => void
}

let files = 0

/** A PDF beside its text. */
export function ParsePanel({ file, onFile, parse, onUse }: Props) {
  const t = useWords()
  const language = useLanguage()
  const { cents, text: each } = usePrice('parse_page')
  const picture = usePagePicture(file, 1)
  const pages = picture.data?.pages
  const price =
    pages === undefined
      ? t('priceEach', { points: each })
      : t('pricePages', { pages, each, points: formatPoints(pages * cents, language) })
  const choose = async ([chosen]: readonly File[]) => {
    if (chosen === undefined) return
    parse.reset()
    onFile({ name: chosen.name, dataUrl: await dataUrlOf(chosen), id: ++files })
  }
  const call = {
    path: '/resumes/parse',
    tool: 'resume_parse',
    body: { fileDataUrl: '@file', fileName: file?.name ?? 'resume.pdf', include: ['profile'] },
  }
  const profile = parse.data?.data.profile
  return (
    <div className={s.stack}>
      <DropZone
        label={file?.name ?? t('drop')}
        hint={file ? t('another') : t('dropHint')}
        accept="application/pdf,.pdf"
        onFiles={(chosen) => void choose(chosen)}
      />
      <RunBar
        price={price}
        ready={file !== null}
        busy={parse.isPending}
        error={parse.error}
        cost={parse.data?.cost}
        onRun={() =>
          file && parse.mutate({ fileDataUrl: file.dataUrl, fileName: file.name, include: ['profile'] })
        }
      />
      {file && (
        <div className={s.two}>
          <Card title={t('picture')}>
            <PagePicture key={file.id} file={file} />
          </Card>
          {parse.data && (
            <Card
              title={t('text')}
              actions={
                <Button small onClick={() => onUse(parse.data.data.text)}>
                  {t('useText')}
                </Button>
              }
            >
              <MarkedText
                label={t('text')}
                text={parse.data.data.text}
                marks={profile ? marksOf(profile) : []}
              />
            </Card>
          )}
        </div>
      )}
      {profile && <ProfileCard profile={profile} />}
      <ApiCalls call={call} />
    </div>
  )
}
