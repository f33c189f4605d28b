import org.springframework.beans.MutablePropertyValues;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.ui.ModelMap;
import org.springframework.validation.BeanPropertyBindingResult;
import org.springframework.validation.support.BindingAwareModelMap;
import org.springframework.web.bind.WebDataBinder;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.mvc.support.RedirectAttributesModelMap;

/** Objects of Spring MVC as a controller gets them: models with four attributes, binders and binding results of an object of the program. */
public class ProbesSpring {
    /** An object that a form is bound to. */
    public static class Order {
        private String customer = "key-100003";
        public String getCustomer() { return customer; }
        public void setCustomer(String customer) { this.customer = customer; }
    }
    /** A validator of the program's. */
    public static class OrderValidator implements org.springframework.validation.Validator {
        @Override public boolean supports(Class<?> type) { return true; }
        @Override public void validate(Object target, org.springframework.validation.Errors errors) { }
    }
    private static <M extends ModelMap> M filled(M m) {
        for (int i = 0; i < 4; i++) m.put(Probes.K[i], Probes.K[i]);
        return m;
    }
    static BindingAwareModelMap model() { return filled(new BindingAwareModelMap()); }
    static ModelAndView view() {
        ModelAndView v = new ModelAndView("orders/orderDetails");
        filled(v.getModelMap());
        return v;
    }
    static RedirectAttributesModelMap redirect() {
        RedirectAttributesModelMap m = filled(new RedirectAttributesModelMap());
        m.addFlashAttribute("message", "x");
        return m;
    }
    static BeanPropertyBindingResult result() { return new BeanPropertyBindingResult(new Order(), "order"); }
    static WebDataBinder binder() {
        WebDataBinder b = new WebDataBinder(new Order(), "order");
        b.bind(new MutablePropertyValues());
        return b;
    }
    static ResponseEntity.BodyBuilder builder() { return ResponseEntity.status(HttpStatus.OK).header("Location", "/orders/1"); }
    static ResponseEntity<Object> entity() { return ResponseEntity.ok("x"); }
}
