import { paths } from '../../../apps/portal/src/kernel/paths.ts';
import { Visitor } from '../../driver/visitor.ts';

/** A public page and its address. */
export interface PublicRoute {
  readonly name: string;
  /** The address after `/`, with its hash. */
  readonly address: string;
}

const firstOf = async <T>(visitor: Visitor, operationId: string, pick: (data: never) => T): Promise<T> => {
  const reply = await visitor.call(operationId);
  if (reply.status !== 200) throw new Error(`${operationId}: ${reply.status}`);
  // The caller knows the type of the operation's reply.
  return pick(reply.body.data as never);
};

interface ProductMap {
  readonly categories: readonly {
    readonly products: readonly { readonly pid: string; readonly hasTrial: boolean }[];
  }[];
}
interface DocTree {
  readonly nodes: readonly { readonly slug: string; readonly children: DocTree['nodes'] }[];
}

const leafOf = (nodes: DocTree['nodes']): string => {
  const [node] = nodes;
  if (node === undefined) throw new Error('no document');
  return node.children.length === 0 ? node.slug : leafOf(node.children);
};

/** Every public page, with a product and a document that exist. */
export const publicRoutes = async (url: string): Promise<PublicRoute[]> => {
  const visitor = await new Visitor(url).start();
  try {
    const pid = await firstOf(visitor, 'portal.queryProductMap', ({ categories }: ProductMap) => {
      const products = categories.flatMap((category) => category.products);
      return (products.find(({ hasTrial }) => hasTrial) ?? products[0])?.pid ?? '';
    });
    const slug = await firstOf(visitor, 'doc.queryDocTree', ({ nodes }: DocTree) => leafOf(nodes));
    const all = {
      home: paths.home(),
      products: paths.products(),
      product: paths.product(pid),
      trial: paths.skuConfig(pid, 'trial'),
      purchase: paths.skuConfig(pid, 'purchase'),
      login: paths.login(),
      register: paths.register(),
      findPassword: paths.findPassword(),
      changePassword: paths.changePassword(),
      partners: paths.partners(),
      about: paths.about(),
      leadForm: paths.leadForm(),
      chat: paths.chat(),
      agreement: paths.agreement('terms'),
      docs: paths.docs(),
      document: paths.docs(slug),
    };
    return Object.entries(all).map(([name, path]) => ({ name, address: name === 'home' ? '' : `#${path}` }));
  } finally {
    visitor.close();
  }
};
