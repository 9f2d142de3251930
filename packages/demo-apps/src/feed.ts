import type { App, AppServices, Scene } from '@pocketfleet/phone-screen';
import { drawAvatar, landscape, noise, Scroller } from '@pocketfleet/phone-screen';
import texts from './feed-texts.json' with { type: 'json' };

const POSTS = 200;
const STORIES_DP = 112;

const pick = <T>(list: readonly T[], number: number): T => {
  const chosen = list[number % list.length];
  if (chosen === undefined) throw new Error('nothing to pick from');
  return chosen;
};

export function createFeed(services: AppServices): App {
  const scroller = new Scroller(services.invalidate);
  const liked = new Set<number>();

  const like = (post: number) => {
    if (!liked.delete(post)) liked.add(post);
    services.invalidate();
  };

  const drawStories = (scene: Scene) => {
    const theme = services.theme();
    for (let i = 0; 16 + i * 82 < scene.width; i++) {
      const x = 50 + i * 82;
      const ring = scene.ctx.createLinearGradient(x - 34, 30, x + 34, 80);
      ring.addColorStop(0, '#f6a04d');
      ring.addColorStop(1, '#b23a9f');
      scene.ctx.strokeStyle = i === 0 ? theme.hairline : ring;
      scene.ctx.lineWidth = 2.5;
      scene.ctx.beginPath();
      scene.ctx.arc(x, 46, 34, 0, Math.PI * 2);
      scene.ctx.stroke();
      drawAvatar(scene, x, 46, 29, i * 3 + 1);
      const name = i === 0 ? 'You' : pick(texts.people, i);
      scene.text(name, x, 98, 12, theme.text, { align: 'center', maxWidth: 76 });
    }
  };

  const drawPost = (scene: Scene, post: number, pictureHeight: number) => {
    const theme = services.theme();
    const name = pick(texts.people, post);
    drawAvatar(scene, 36, 30, 19, post * 3 + 1);
    scene.text(name, 66, 27, 15, theme.text, { weight: 600, id: 'author' });
    const place = pick(texts.places, post * 5 + 3);
    scene.text(place, 66, 45, 12.5, theme.secondText, { id: 'place' });
    scene.icon('more_horiz', scene.width - 30, 30, 22, theme.text);
    const width = Math.round(scene.width * scene.scale);
    const height = Math.round(pictureHeight * scene.scale);
    const picture = landscape((post * 5 + 6) % 24, width, height);
    scene.ctx.drawImage(picture, 0, 60, scene.width, pictureHeight);
    const photo = { className: 'ImageView', id: 'photo', description: `Photo by ${name}` };
    scene.view({ x: 0, y: 60, width: scene.width, height: pictureHeight }, photo);
    const y = 60 + pictureHeight + 26;
    const mine = liked.has(post);
    scene.icon('favorite', 30, y, 26, mine ? '#ed2c49' : theme.text, mine ? 1 : 0);
    const heart = { x: 8, y: y - 22, width: 44, height: 44 };
    scene.view(heart, {
      className: 'ImageButton',
      id: 'like',
      description: 'Like',
      isSelected: mine,
      onTap: () => like(post),
    });
    scene.icon('mode_comment', 76, y, 24, theme.text);
    scene.icon('send', 120, y, 24, theme.text);
    scene.icon('bookmark', scene.width - 30, y, 26, theme.text);
    const likes = Math.floor(noise(post, 9) * 4000) + 12 + (mine ? 1 : 0);
    scene.text(`${likes.toLocaleString('en-US')} likes`, 18, y + 36, 14.5, theme.text, {
      id: 'likes',
      weight: 600,
    });
    const nameWidth = scene.text(name, 18, y + 58, 14.5, theme.text, { weight: 600 });
    scene.text(pick(texts.words, post), 18 + nameWidth + 6, y + 58, 14.5, theme.text, {
      maxWidth: scene.width - 40 - nameWidth,
    });
  };

  return {
    draw(scene) {
      const theme = services.theme();
      const ground = theme.dark ? '#0d0d10' : '#ffffff';
      scene.rect(scene.bounds, ground);
      const top = scene.insets.top + 56;
      const view = { x: 0, y: top, width: scene.width, height: scene.height - top };
      const pictureHeight = Math.min(scene.width * 1.02, scene.height * 0.6);
      const postHeight = 60 + pictureHeight + 104;
      const drawPosts = () => {
        const from = scroller.offset;
        if (from < STORIES_DP) drawStories(scene);
        const first = Math.max(0, Math.floor((from - STORIES_DP) / postHeight));
        for (let post = first; post < POSTS; post++) {
          const y = STORIES_DP + post * postHeight;
          if (y > from + view.height) break;
          const row = { x: 0, y, width: scene.width, height: postHeight };
          scene.view(row, { className: 'android.view.ViewGroup', id: 'post' }, () =>
            scene.moved(0, y, () => drawPost(scene, post, pictureHeight)),
          );
        }
      };
      const list = { className: 'androidx.recyclerview.widget.RecyclerView', id: 'posts' };
      scroller.draw(scene, view, STORIES_DP + POSTS * postHeight + 24, drawPosts, list);
      scene.rect({ x: 0, y: 0, width: scene.width, height: top }, ground);
      scene.text('Daylight', 20, top - 18, 25, theme.text, { weight: 700, id: 'title' });
      scene.icon('favorite', scene.width - 78, top - 26, 26, theme.text);
      scene.icon('send', scene.width - 32, top - 26, 25, theme.text);
    },
  };
}
