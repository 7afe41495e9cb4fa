import { normalize } from '../../text/index.ts'
import { vocabulary } from '../../vocabulary.ts'

/** Surnames that are titles too. */
const surnames = new Set(
  'baker,barber,brewer,butcher,carpenter,cook,gardener,glazier,mason,weaver'.split(','),
)
/** What stands before such a title, where a name isn't meant. */
const beforeTitle = new Set(
  (
    'head,lead,master,senior,junior,chief,sous,line,prep,fry,grill,breakfast,lunch,kitchen,restaurant,private,' +
    'personal,camp,school,ship,short,order,pastry,bread,cake,pizza,wedding,artisan,craft,night,production,retail,' +
    'industrial,commercial,assistant,apprentice,journeyman,trainee,student,experienced,skilled,qualified,licensed,' +
    'certified,professional,freelance,finish,rough,framing,trim,stage,stone,brick,block,marble,cement,landscape,' +
    'estate,home,beer,meat,fish,glass,basket,textile,mobile,executive,station,saute,broiler,banquet,cruise,galley,' +
    'catering,dinner,hotel,cafe,coffee,vegan,relief,first,second,third,animal,a,an,the'
  ).split(','),
)

/**
 * `Greg Baker`: a name whose last part is a title. What somebody is called says nothing of what they do, so
 * no title is read there.
 */
export function isTradeName(name: string): boolean {
  const norm = normalize(name)
  const words = norm.split(/\s+/u)
  const first = words.slice(0, -1)
  if (first.length === 0 || !surnames.has(words.at(-1) ?? '')) return false
  return !first.some((word) => beforeTitle.has(word)) && vocabulary().find(first.join(' '), '').length === 0
}
