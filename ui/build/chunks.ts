import { createHash } from 'node:crypto';

/**
 * Groups modules into files. Left alone, every module that two pages share becomes a file of its own, and small files
 * compress badly.
 */
export const chunks = {
  // What is needed is named: nothing of a group's may follow it out of the public half, which would load the group then.
  includeDependenciesRecursively: false,
  groups: [
    {
      // What the frame of the pages and a list of questions show. Most other pages show it too.
      name: 'lists',
      test: new RegExp(
        [
          'app/(?:ConnectionBar|Header|Layout|SideNav)\\.module',
          'components/(?:AuthorLink|ErrorBox|Marked|PageHead|PagedList|RelativeTime|Skeleton|TagButton|icons|use\\w+)\\b',
          'components/markdown/(?:Markdown|copyCode|mark|markdown|paint|rendering)\\b',
          'features/questions/(?:api|newQuestions|list/(?:QuestionCard|QuestionList(?:Page.module)?|useFinder)|stars/(?:StarButton|api))\\.',
          'lib/(?:announce|clipboard|connection|counted|formula|marks|relativeTime|useCacheEditor)\\.',
        ]
          .map((part) => `/src/${part}`)
          .join('|'),
      ),
    },
    {
      // The styles of all other pages.
      name: 'styles',
      test: /\/src\/(?:app|components|features\/(?!auth))\S*\.module\.css/,
    },
  ],
};

/** The same few letters end all class names of a file. (By default its lines do, which compress badly.) */
export function className(name: string, file: string): string {
  const path = file.replace(/^.*\/src\//, '');
  return `${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 3)}`;
}
