import { InvalidArgumentError } from 'commander'
import { matchPointCents } from '../contract/index.ts'
import type { Answer } from './answer.ts'
import { readInteger } from './arguments.ts'
import { answerWith, type Cli, examples } from './commands.ts'
import { listing } from './table.ts'

interface SuggestOptions {
  readonly input: Price
  readonly output: Price
  readonly point: Price
  readonly margin: number
  readonly matchInput: number
  readonly matchOutput: number
}

/** Millionths of the currency, so that prices are exact. */
type Price = bigint

export function registerPriceCommands(cli: Cli): void {
  const price = cli.program.command('price').description('calculate prices')
  price
    .command('suggest')
    .description("derive the prices of optimizeJd from a model's prices")
    .requiredOption('--input <price>', "the model's price per million prompt tokens", readPrice)
    .requiredOption('--output <price>', "the model's price per million completion tokens", readPrice)
    .requiredOption(
      '--point <price>',
      'the price of a point (100 point_cents), in the same currency',
      readPositive,
    )
    .option('--margin <percent>', 'the margin in percent', readInteger(0, 100_000), 50)
    .option('--match-input <tokens>', 'prompt tokens of a match', readInteger(1, 10_000_000), 5_000)
    .option('--match-output <tokens>', 'completion tokens of a match', readInteger(1, 10_000_000), 1_000)
    .addHelpText('after', whatItMeans)
    .addHelpText('after', examples('price suggest --input 2 --output 8 --point 1 --margin 50'))
    .action(async (options: SuggestOptions) => answerWith(cli, suggestion(options)))
}

const whatItMeans = `
Cached tokens count at the full price. A match always costs the caller ${matchPointCents} point_cents; the last lines compare
that with its cost to you. The metric recruiter_model_tokens_total (docs/operating.md) counts the real tokens.`

function suggestion(options: SuggestOptions): Answer {
  const { input, output, point, margin, matchInput, matchOutput } = options
  const prompt = pointCentsPer1000(input, point, margin)
  const completion = pointCentsPer1000(output, point, margin)
  const cost = costInPointCents(options)
  const [promptName, completionName] = ['OPTIMIZE_PROMPT_POINT_CENTS', 'OPTIMIZE_COMPLETION_POINT_CENTS']
  const isCovered = cost <= matchPointCents
  const verdict = isCovered
    ? 'covers it'
    : 'does not cover it: choose a cheaper model, or sell points for more'
  const match = `a match of ${matchInput} and ${matchOutput} tokens`
  return {
    text: `${promptName}=${prompt}\n${completionName}=${completion}\n\n${listing([
      [match, `costs ${cost.toFixed(2)} point_cents`],
      ['its price', `${matchPointCents} point_cents: ${verdict}`],
    ])}`,
    json: {
      ...{ optimize_prompt_point_cents: prompt, optimize_completion_point_cents: completion },
      ...{ match_cost_point_cents: cost, match_price_point_cents: matchPointCents },
    },
  }
}

/** Per 1000 tokens, rounded up: a price below the cost would lose money on every call. */
function pointCentsPer1000(perMillion: Price, point: Price, margin: number): number {
  const [dividend, divisor] = [perMillion * BigInt(100 + margin), point * 1_000n]
  return Number((dividend + divisor - 1n) / divisor)
}

function costInPointCents({ input, output, point, matchInput, matchOutput }: SuggestOptions): number {
  const millionths = input * BigInt(matchInput) + output * BigInt(matchOutput)
  return Number((millionths * 10_000n) / (point * 1_000_000n)) / 100
}

function readPrice(text: string): Price {
  const [, whole, part = ''] = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text) ?? []
  if (whole === undefined)
    throw new InvalidArgumentError('A price is needed, as 0.28, with six decimals at most.')
  return BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, '0'))
}

function readPositive(text: string): Price {
  const price = readPrice(text)
  if (price === 0n) throw new InvalidArgumentError('It must be more than 0.')
  return price
}
